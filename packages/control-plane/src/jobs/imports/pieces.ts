/** How much of a file is sealed and kept as one, in bytes. */
const pieceBytes = 256 * 1_024

/** Bytes in pieces of about one size, whatever size they come in. */
export async function* inPieces(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    for (let from = 0; from < chunk.byteLength; from += pieceBytes) {
      const part = chunk.subarray(from, from + pieceBytes)
      waiting.push(part)
      bytes += part.byteLength
      if (bytes < pieceBytes) continue
      yield Buffer.concat(waiting)
      waiting = []
      bytes = 0
    }
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
