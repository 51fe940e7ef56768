import { writeColour, type Brand, type Palette } from '@gatehouse/config/brand'
import type { MailColours, MailDocument, MessageBrand } from '@gatehouse/identity/service'

/** Prepares a brand for mails: mail programs load pictures by whole addresses, from the origin of the pages. */
export function mailBrand(brand: Brand, name: string, origin: string, mails?: MailDocument): MessageBrand {
  const { logo, palettes, texts } = brand
  const picture = logo?.light
  return {
    name: brand.name ?? name,
    ...(picture?.mediaType === 'image/png' && {
      logo: { url: `${origin}${picture.path}`, wordmark: logo?.wordmark ?? false },
    }),
    colours: { light: coloursOf(palettes.light), dark: coloursOf(palettes.dark) },
    ...(Object.keys(texts).length > 0 && { texts }),
    ...(mails && { mails }),
  }
}

function coloursOf(palette: Palette): MailColours {
  return {
    surface: writeColour(palette.surface),
    card: writeColour(palette.card),
    text: writeColour(palette.text),
    textQuiet: writeColour(palette['text-quiet']),
    accent: writeColour(palette.accent),
    accentInk: writeColour(palette['accent-ink']),
  }
}
