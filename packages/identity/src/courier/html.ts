import type { MailColours, MessageBrand } from './brand.ts'
import type { Letter } from './letter.ts'

/** Escapes a text for HTML, in content and in quoted attributes. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

const font = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Arabic',sans-serif"
const digits = 'font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px'

/**
 * Renders a letter as HTML that mail programs show: no tables, no script, nothing loaded except the logo. Every style
 * is inline, for programs that drop style sheets; the only style sheet serves dark schemes. Foreign text is isolated by
 * `bdi` or `dir`, so that neither codes nor addresses are reversed in a right-to-left mail.
 */
export function htmlOf({ language, subject, intro, code, link, small }: Letter, brand: MessageBrand): string {
  const blocks: readonly MailBlock[] = [
    code === undefined ? { kind: 'text', text: intro } : { kind: 'code', code },
    ...(link?.alternative === undefined ? [] : [{ kind: 'text', text: link.alternative } as const]),
    ...(link === undefined ? [] : [{ kind: 'button', url: link.url, label: link.button } as const]),
  ]
  // The subject repeats the code, so the instruction is the better heading.
  return drawMail({ language, subject, heading: code === undefined ? subject : intro, blocks, small }, brand)
}

/** A part of a mail, between its heading and its small print. */
export type MailBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'button'; readonly url: string; readonly label: string }

/** A mail, part by part. */
export interface DrawnMail extends Pick<Letter, 'language' | 'subject' | 'small'> {
  readonly heading: string
  readonly blocks: readonly MailBlock[]
}

/** Draws a mail. Every text is escaped here, the operator's own as well. */
export function drawMail({ language, subject, heading, blocks, small }: DrawnMail, brand: MessageBrand): string {
  const { light, dark } = brand.colours
  const { lng, dir } = language
  const parts = [
    introduction(brand),
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(heading)}</h1>`,
    ...blocks.map((block, index) => drawBlock(block, blocks[index - 1], dir, light)),
    ...small.map(
      ({ text, url }) =>
        `<p class="quiet" style="margin:12px 0 0;color:${light.textQuiet};font-size:14px">${escapeHtml(text)}${url === undefined ? '' : ` ${linkTo(url, light)}`}</p>`,
    ),
  ]
  return `<!doctype html>
<html lang="${escapeHtml(lng)}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${darkStyles(dark)}</style></head>
<body class="page" style="margin:0;padding:0;background:${light.surface}">
<div class="page" lang="${escapeHtml(lng)}" dir="${dir}" style="padding:16px;background:${light.surface};color:${light.text};${font};text-align:${start(dir)}">
<div class="card" style="max-width:480px;margin:0 auto;padding:24px;border-radius:12px;background:${light.card}">
${parts.filter((part) => part !== '').join('\n')}
</div></div></body></html>
`
}

function drawBlock(block: MailBlock, before: MailBlock | undefined, dir: 'ltr' | 'rtl', light: MailColours): string {
  switch (block.kind) {
    case 'text': {
      const margin = before?.kind === 'text' ? '12px 0 0' : '0'
      return `<p style="margin:${margin}">${escapeHtml(block.text).replaceAll('\n', '<br>')}</p>`
    }
    case 'code':
      return `<p dir="ltr" style="margin:24px 0;text-align:${start(dir)};${digits}">${escapeHtml(block.code)}</p>`
    case 'button':
      return `<p style="margin:24px 0"><a class="button" href="${escapeHtml(block.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:${light.accent};color:${light.accentInk};text-decoration:none">${escapeHtml(block.label)}</a></p>`
    default:
      return block satisfies never
  }
}

/**
 * Draws the logo on the light card's colour, so that it stays visible in dark schemes; the name if the logo lacks it.
 */
function introduction({ name, logo, colours: { light } }: MessageBrand): string {
  if (name === undefined && logo === undefined) return ''
  const picture =
    logo === undefined
      ? ''
      : `<img src="${escapeHtml(logo.url)}" alt="${escapeHtml(logo.wordmark ? (name ?? '') : '')}" height="32" style="height:32px;max-width:240px;padding:4px;border-radius:6px;background:${light.card};vertical-align:middle"> `
  const said = name === undefined || logo?.wordmark === true ? '' : `<bdi>${escapeHtml(name)}</bdi>`
  return `<p style="margin:0 0 24px;font-size:16px;font-weight:600">${picture}${said}</p>`
}

const linkTo = (url: string, { accent }: MailColours) =>
  `<a class="link" dir="ltr" href="${escapeHtml(url)}" style="color:${accent}">${escapeHtml(url)}</a>`

/** Returns left or right for the start: mail programs support these better than start and end. */
const start = (dir: 'ltr' | 'rtl') => (dir === 'rtl' ? 'right' : 'left')

/** Returns the rules of dark schemes. Inline styles override a style sheet unless its rules are `!important`. */
function darkStyles({ surface, card, text, textQuiet, accent, accentInk }: MailColours): string {
  const rules = [
    `.page{background:${surface}!important;color:${text}!important}`,
    `.card{background:${card}!important}`,
    `.quiet{color:${textQuiet}!important}`,
    `.button{background:${accent}!important;color:${accentInk}!important}`,
    `.link{color:${accent}!important}`,
  ]
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`
}
