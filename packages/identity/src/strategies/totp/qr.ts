import { PNG } from 'pngjs'
import { encode } from 'uqr'

/** Width and height of the picture in pixels. */
export const qrSize = 256
/** The fewest empty modules around the code. Pages add more white space. */
const border = 2
const gray = { colorType: 0, inputColorType: 0, inputHasAlpha: false } as const

/** Draws a QR code as the data URI of a PNG, `qrSize` wide and high: whole pixels per module, centred on white. */
export function qrPicture(text: string): string {
  const code = encode(text, { ecc: 'L', border })
  const scale = Math.max(1, Math.floor(qrSize / code.size))
  const offset = Math.max(0, Math.floor((qrSize - scale * code.size) / 2))
  const picture = new PNG({ width: qrSize, height: qrSize, ...gray })
  const pixels = Buffer.alloc(qrSize * qrSize, 255)
  code.data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (!isDark) return
      for (let line = 0; line < scale; line += 1) {
        const start = (offset + y * scale + line) * qrSize + offset + x * scale
        pixels.fill(0, start, start + scale)
      }
    })
  })
  picture.data = pixels
  return `data:image/png;base64,${PNG.sync.write(picture, gray).toString('base64')}`
}
