import { InvalidArgumentError } from 'commander'

/** Reads `--field name=value`, which may be given several times. */
export function collectField(text: string, before: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('write it as name=value')
  return new Map(before).set(text.slice(0, at), text.slice(at + 1))
}
