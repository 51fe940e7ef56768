import { type Config, sourceOfKey } from '@gatehouse/config/config'
import { settingsWarnings } from '../identity/settings-warnings.ts'
import type { CheckContext, Found } from './check.ts'

/** Returns the settings' own warnings: faults end the start before any check runs. */
export function settingsThemselves({ config, env }: CheckContext): readonly Found[] {
  return settingsWarnings(config, env).map((warning) => ({ severity: 'warning', ...warning }))
}

/** Checks the kratos.yml, or the configuration that the settings and the built-in one produce. */
export function identityFile({ config, identityFaults }: CheckContext): readonly Found[] {
  const file = fileOf(config)
  return identityFaults.map((text) => {
    const [path = '', ...rest] = text.split(' ')
    const isPath = /^(?:dsn|[a-z_]+(?:\.[\w-]+)+)$/.test(path)
    return {
      severity: 'fault',
      subject: isPath ? path : (file ?? 'The built-in configuration'),
      wrong: isPath ? rest.join(' ') : text,
      fix: file === undefined ? 'correct the setting' : `correct it in ${file}`,
      at: file === undefined || !isPath ? file : (sourceOfKey(file, path.split('.').map(asKey)) ?? file),
    }
  })
}

const asKey = (part: string): string | number => (/^\d+$/.test(part) ? Number(part) : part)

function fileOf({ identity }: Config): string | undefined {
  return identity.kind === 'embedded' ? identity.configFile : undefined
}

// Words in secrets that were copied from documentation or templates, or typed in a hurry.
const exampleWords =
  /change.?me|replace.?me|example|insecure|not.?(?:a.?)?secret|supersecret|p(?:a|4)ssw(?:o|0)rd|letmein|very.?secret|secret.?key|^(?:secret|test|demo)|12345678/i

/** Finds secrets that were copied from a public example. */
export function exampleSecrets({ config, identity }: CheckContext): readonly Found[] {
  const file = fileOf(config)
  const found: Found[] = []
  const look = (subject: string, value: string | undefined, at?: string) => {
    if (value === undefined || !isExample(value)) return
    const wrong = 'looks like an example: anybody who has read it can forge what it protects'
    const fix = 'make one with: openssl rand -base64 32'
    found.push({ severity: config.dev ? 'warning' : 'fault', subject, wrong, fix, at })
  }
  look('GATEHOUSE_ADMIN_KEY', config.adminKey?.reveal())
  look('GATEHOUSE_CONTROL_PLANE_KEY', config.otherControlPlane?.key.reveal())
  for (const secret of config.secrets ?? []) look('GATEHOUSE_SECRETS', secret.reveal())
  if (file !== undefined && identity !== undefined) {
    for (const name of ['default', 'cookie', 'cipher'] as const) {
      const at = sourceOfKey(file, ['secrets', name])
      // A list that is not set falls back to another one, which is checked separately.
      if (at === undefined || sourceOfKey(file, ['secrets']) === at) continue
      for (const secret of identity.secrets[name]) look(`secrets.${name}`, secret.reveal(), at)
    }
  }
  return found
}

/** Random text of that length has more different letters, and contains no such word. */
function isExample(value: string): boolean {
  return exampleWords.test(value) || new Set(value).size < 8
}
