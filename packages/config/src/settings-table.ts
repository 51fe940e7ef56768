import { settings, type Setting } from './settings.ts'

/** The table of all settings as Markdown, for the operators' handbook. */
export function renderSettingsTable(): string {
  const rows = Object.values(settings).map((setting: Setting) => {
    const names = setting.env.map((name) => `\`${name}\``).join(' or ')
    const file = setting.secret === true ? `, or a file named by \`${setting.env[0]}_FILE\`` : ''
    const key = setting.key === undefined ? '' : `\`${setting.key}\``
    const absent = setting.fallback === undefined ? (setting.absent ?? '') : `\`${setting.fallback}\``
    return `| ${names}${file} | ${key} | ${absent} | ${setting.meaning} |`
  })
  return ['| variable | in gatehouse.yml | when absent | meaning |', '|---|---|---|---|', ...rows].join('\n') + '\n'
}
