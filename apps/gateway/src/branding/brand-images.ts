import type { BrandImage } from '@gatehouse/config/brand'

/** The path of brand images. */
export const brandImagesPath = '/brand/'

// An SVG can hold a script. As a picture it never runs; opened by its address it is shown without any rights: no origin,
// no script, nothing loaded, no framing.
const picturePolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox"

/** Answers with the picture of a path. The path contains a hash of the contents, so it may be cached for ever. */
export function serveBrandImage(
  request: Request,
  image: Pick<BrandImage, 'mediaType' | 'bytes'> | undefined,
): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response(null, { status: 405, headers: { allow: 'GET, HEAD' } })
  }
  if (image === undefined) {
    return new Response('Not found\n', { status: 404, headers: { 'content-type': 'text/plain; charset=utf-8' } })
  }
  return new Response(request.method === 'HEAD' ? null : image.bytes, {
    headers: {
      'content-type': image.mediaType,
      'content-length': String(image.bytes.byteLength),
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': picturePolicy,
      'x-content-type-options': 'nosniff',
      // Mails also show the logo, in web pages of other origins; they only use PNG.
      'cross-origin-resource-policy': image.mediaType === 'image/png' ? 'cross-origin' : 'same-origin',
    },
  })
}
