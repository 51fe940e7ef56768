/** An entry of package-lock.json, as far as it matters here. */
export interface LockedPackage {
  readonly version?: string
  /** Its origin: an address, or a folder of this repository if `link` is set. */
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly dev?: boolean
  readonly optional?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly libc?: readonly string[]
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** The part of package-lock.json that lists packages, by path. */
export interface Lockfile {
  readonly packages: Readonly<Record<string, LockedPackage>>
}

/**
 * Programs for other platforms that the lockfile does not list, by path. `npm ci` refuses such a lockfile. They go
 * missing when the lockfile is written with a registry that does not carry them.
 */
export function missingPlatforms({ packages }: Lockfile): Readonly<Record<string, LockedPackage>> {
  const missing: Record<string, LockedPackage> = {}
  for (const [path, entry] of Object.entries(packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      const candidates = [`${path}/node_modules/${name}`, `node_modules/${name}`]
      const platform = platformOf(name)
      if (platform === undefined || candidates.some((candidate) => candidate in packages)) continue
      const dev = entry.dev === true ? { dev: true } : {}
      missing[`node_modules/${name}`] = { version, ...dev, optional: true, ...platform }
    }
  }
  return missing
}

/** The one candidate that packages come from. */
const registry = 'https://registry.npmjs.org/'

/**
 * Returns packages from another origin than the registry, or without a digest of their content; by path. A package
 * without an address comes from the registry. Programs for other platforms that no registry could be asked for have no
 * digest.
 */
export function untrustedSources({ packages }: Lockfile): readonly string[] {
  return Object.entries(packages).flatMap(([path, { resolved, integrity, link, optional, os }]) => {
    if (!path.includes('node_modules/') || link === true) return []
    const isFromRegistry = resolved === undefined || resolved.startsWith(registry)
    const isForAnotherPlatform = resolved === undefined && optional === true && os !== undefined
    const hasDigest = integrity?.startsWith('sha512-') === true || (integrity === undefined && isForAnotherPlatform)
    return isFromRegistry && hasDigest ? [] : [path]
  })
}

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm64', 'arm', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'x64']

/** Reads the platform out of a name like `@x/binding-linux-arm64-musl`. */
function platformOf(name: string): Pick<LockedPackage, 'os' | 'cpu' | 'libc'> | undefined {
  const parts = name.split(/[/-]/)
  const os = systems.find((system) => parts.includes(system))
  const cpu = processors.find((processor) => parts.includes(processor))
  if (os === undefined || cpu === undefined) return undefined
  const libc = os === 'linux' ? libcOf(parts.at(-1) ?? '') : undefined
  return { os: [os], cpu: [cpu], ...(libc === undefined ? {} : { libc: [libc] }) }
}

function libcOf(suffix: string): string | undefined {
  if (suffix.startsWith('musl')) return 'musl'
  return suffix.startsWith('gnu') ? 'glibc' : undefined
}
