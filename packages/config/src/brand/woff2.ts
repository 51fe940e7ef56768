/** The index of `fvar` among the format's known tags (WOFF2, 4.1). */
const fvarIndex = 47
const named = 63
const glyfIndex = 10
const locaIndex = 11
const headerBytes = 48

/** Returns the known tags in the table directory of a WOFF2 file; undefined for other files. */
function tagsOf(bytes: Buffer): readonly number[] | undefined {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 4) !== 'wOF2') return undefined
  if (bytes.readUInt32BE(8) !== bytes.length) return undefined
  const tables = bytes.readUInt16BE(12)
  const tags: number[] = []
  let at = headerBytes
  /** UIntBase128: seven bits a byte; the highest bit announces another byte. */
  const skipNumber = (): void => {
    for (let length = 0; length < 5; length += 1) if (((bytes[at++] ?? 0) & 0x80) === 0) return
  }
  for (let table = 0; table < tables; table += 1) {
    const flags = bytes[at++]
    if (flags === undefined) return undefined
    const tag = flags & 0x3f
    const version = flags >> 6
    if (tag === named) at += 4
    skipNumber()
    const isTransformed = tag === glyfIndex || tag === locaIndex ? version !== 3 : version !== 0
    if (isTransformed) skipNumber()
    tags.push(tag)
  }
  return tables > 0 && at < bytes.length ? tags : undefined
}

/** Returns whether bytes are a font of this format: its header and its table directory. */
export function isWoff2(bytes: Buffer): boolean {
  return tagsOf(bytes) !== undefined
}

/** Returns whether a font has variable weights, so that no browser has to synthesize bold letters. */
export function isVariable(bytes: Buffer): boolean {
  return tagsOf(bytes)?.includes(fvarIndex) === true
}
