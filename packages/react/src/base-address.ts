/** An address without the slashes that it ends with, so that a path can follow. One pass, however many there are. */
export function baseAddress(url: string): string {
  let end = url.length
  while (end > 0 && url.charAt(end - 1) === '/') end -= 1
  return url.slice(0, end)
}
