import type { RenderedBody } from '../request/render-document.server.ts'

/**
 * The data of the router for a page, kept as text in a page that is there as a whole: reading it would keep the form
 * from the screen. `ScriptsAfterPaint` runs it in its order. What is still being drawn tells as it goes.
 */
export function holdScripts(document: RenderedBody): RenderedBody {
  if (!(document instanceof Uint8Array)) return document
  const text = Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString()
  return Buffer.from(text.replace(routerScript, '<script$1 type="text/plain" data-held="">$2'))
}

// Text of others has no `<` in a page: React and the router both write it in another way.
const routerScript = /<script( nonce="[^"]*")?>(window\.__reactRouterContext\b)/g
