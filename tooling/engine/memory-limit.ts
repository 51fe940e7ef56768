const header = 8
const memorySection = 5
const pageBytes = 64 * 1024

/**
 * Returns a WebAssembly module with an upper limit for its memory, which Go's linker does not write: section 5 holds
 * one memory, as the flag "has a limit", its smallest and its largest number of pages.
 */
export function withMemoryLimit(module: Buffer, bytes: number): Buffer {
  for (let start = header; start < module.length;) {
    const size = readNumber(module, start + 1)
    const end = size.next + size.value
    if (module[start] === memorySection) {
      const count = readNumber(module, size.next)
      const smallest = readNumber(module, count.next + 1)
      if (count.value !== 1 || module[count.next] !== 0 || smallest.next !== end) {
        throw new Error('the module has other memories than one without a limit')
      }
      const content = [1, 1, ...numberBytes(smallest.value), ...numberBytes(bytes / pageBytes)]
      const section = [memorySection, ...numberBytes(content.length), ...content]
      return Buffer.concat([module.subarray(0, start), Buffer.from(section), module.subarray(end)])
    }
    start = end
  }
  throw new Error('the module has no memory')
}

/** Reads a number in LEB128, as all numbers of the format. */
function readNumber(module: Buffer, start: number): { readonly value: number; readonly next: number } {
  let value = 0
  for (let at = start, factor = 1; ; at += 1, factor *= 128) {
    const byte = module[at]
    if (byte === undefined) throw new Error('the module ends too early')
    value += (byte & 127) * factor
    if (byte < 128) return { value, next: at + 1 }
  }
}

function numberBytes(value: number): readonly number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...numberBytes(Math.floor(value / 128))]
}
