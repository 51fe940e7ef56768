import type { ConfigOrigin } from '@gatehouse/contract/control-plane'
import type { ConfigTree, EffectiveConfig } from '@gatehouse/control-plane/service'
import type { LoadedConfig } from '@gatehouse/identity/configuration'

/** The layers of a configuration, strongest first, each with its source. */
export type ConfigLayers = readonly (readonly [ConfigOrigin, ConfigTree])[]

/** Returns the effective values with their layers; values without a layer are defaults of the identity service. */
export function effectiveConfig(
  { settled }: Pick<LoadedConfig, 'settled'>,
  layers: ConfigLayers,
): EffectiveConfig['settings'] {
  return Object.fromEntries(
    Object.entries(settled).map(([path, value]) => {
      const keys = path.split('.')
      const [origin] = layers.find(([, tree]) => names(tree, keys)) ?? ['default']
      return [path, { value, origin }]
    }),
  )
}

function names(tree: ConfigTree, keys: readonly string[]): boolean {
  let node: unknown = tree
  for (const key of keys) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return false
    node = Reflect.get(node, key)
  }
  return node !== undefined
}
