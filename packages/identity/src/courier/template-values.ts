/**
 * Returns the values of a template (`.Name`) for the data of a Jsonnet body: Kratos' templates get the same values
 * under the names of its fields in Go (`recovery_url` is `.RecoveryURL`).
 */
export function templateValues(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [fieldName(name), value]))
}

function fieldName(name: string): string {
  return name
    .split('_')
    .map((word) => (word === 'url' ? 'URL' : word.charAt(0).toUpperCase() + word.slice(1)))
    .join('')
}

const position = /^(?:html\/)?template: ?([^:]+)(?::(\d+))?(?::\d+)?: ?(?:executing ".*?" at )?(.*)$/s

/** Returns a template's fault for operators: `email.body.gotmpl, line 3: function "nope" not defined`. */
export function templateFaultText(fault: string): string {
  const [, name, line, reason] = position.exec(fault) ?? []
  if (name === undefined || reason === undefined) return fault.slice(0, 500)
  // The parser state of html/template is useful to its authors only.
  const said = reason.replace(/: \{state.*$/s, '')
  return `${name}${line === undefined ? '' : `, line ${line}`}: ${said}`.slice(0, 500)
}
