import { createHash } from 'node:crypto'
import type { FilePosition } from '@gatehouse/transfer/files'

/** The id of an account that is made from an entry of a file: a UUID (version 8), always the same for the same entry. */
export function entryId(file: string, { line, index, file: part }: FilePosition): string {
  const bytes = createHash('sha256')
    .update(`${file} ${line} ${index ?? ''}${part === undefined ? '' : ` ${part}`}`)
    .digest()
    .subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
