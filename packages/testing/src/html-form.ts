/** Reads HTML as pages of ours write it: forms, their fields, and links. */

/** A form and the current values of its fields. */
export interface HtmlForm {
  readonly action: string
  readonly fields: readonly (readonly [name: string, value: string])[]
}

/** Returns the form that holds a button; undefined if there is none. A button without a name is `''`, `''`. */
export function formWith(html: string, [name, value]: readonly [string, string]): HtmlForm | undefined {
  for (const [, attributes = '', content = ''] of html.matchAll(/<form([^>]*)>(.*?)<\/form>/gs)) {
    const buttons = [...content.matchAll(/<button([^>]*)>/g)].map(([, button = '']) => button)
    const has = buttons.some(
      (one) => (attributeOf(one, 'name') ?? '') === name && (attributeOf(one, 'value') ?? '') === value,
    )
    if (has) return { action: attributeOf(attributes, 'action') ?? '', fields: fieldsOf(content) }
  }
  return undefined
}

/** Returns the names and values of the input fields in a piece of a page; unticked boxes are left out. */
export function fieldsOf(content: string): readonly (readonly [name: string, value: string])[] {
  return [...content.matchAll(/<input([^>]*)>/g)].flatMap(([, input = '']) => {
    const name = attributeOf(input, 'name')
    const unticked = attributeOf(input, 'type') === 'checkbox' && !/\schecked(?:=|\s|$)/.test(input)
    return name === undefined || unticked ? [] : [[name, attributeOf(input, 'value') ?? ''] as const]
  })
}

/** Returns the address of the link with a test id. */
export function linkTo(html: string, testId: string): string | undefined {
  const link = [...html.matchAll(/<a([^>]*)>/g)].find(([, tag = '']) => attributeOf(tag, 'data-testid') === testId)
  return link && attributeOf(link[1] ?? '', 'href')
}

/** Returns the address to which a page redirects without script. */
export function refreshOf(html: string): string | undefined {
  const [tag = ''] = /<meta http-equiv="refresh"[^>]*>/i.exec(html) ?? []
  return attributeOf(tag, 'content')?.split('url=')[1]
}

/** Returns an attribute of a tag. */
export function attributeOf(tag: string, name: string): string | undefined {
  const value = new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1]
  return value === undefined ? undefined : decodeHtml(value)
}

/** Returns a page without its script elements, and so without the texts that only script reads. */
export function withoutScripts(html: string): string {
  return html.replace(/<script.*?<\/script>/gs, '')
}

/** Decodes the entities that React writes. */
export function decodeHtml(text: string): string {
  const named: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#x27': "'", '#39': "'" }
  return text.replace(/&([^;]+);/g, (whole, name: string) => named[name] ?? whole)
}
