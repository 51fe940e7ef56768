import type { ScriptAttributes, UiNode } from '@gatehouse/contract/flows'

export interface ScriptNodeProps {
  readonly node: UiNode<ScriptAttributes>
  /** The nonce of the page's own policy; the node's is of the service that made it. */
  readonly nonce?: string | undefined
}

/** A script of the identity service that a method needs. Drawn for browsers alone. */
export function ScriptNode({ node: { attributes }, nonce }: ScriptNodeProps) {
  return (
    <script
      id={attributes.id}
      src={attributes.src}
      async={attributes.async}
      type={attributes.type}
      integrity={attributes.integrity}
      crossOrigin={attributes.crossorigin === 'use-credentials' ? 'use-credentials' : 'anonymous'}
      nonce={nonce ?? attributes.nonce}
    />
  )
}
