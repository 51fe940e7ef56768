/** Tags of the format that need no name of their own (WOFF2, 4.1); the one that this is about. */
const fvarIndex = 47
const named = 63
const glyfIndex = 10
const locaIndex = 11
const headerBytes = 48

/** The table directory of a WOFF2 file: the known tags of its tables; undefined for what is none. */
function tagsOf(bytes: Buffer): readonly number[] | undefined {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 4) !== 'wOF2') return undefined
  if (bytes.readUInt32BE(8) !== bytes.length) return undefined
  const tables = bytes.readUInt16BE(12)
  const tags: number[] = []
  let at = headerBytes
  /** UIntBase128: seven bits a byte, the highest says that another one follows. */
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

/** Whether bytes are a font of this format: its header and its table directory. */
export function isWoff2(bytes: Buffer): boolean {
  return tagsOf(bytes) !== undefined
}

/** Whether a font has weights of its own (a variable font), so that no browser has to make bold letters up. */
export function isVariable(bytes: Buffer): boolean {
  return tagsOf(bytes)?.includes(fvarIndex) === true
}
