/** Why a program cannot be read or does not come to a result. */
export class JsonnetFault extends Error {
  constructor(what: string, line?: number) {
    super(line === undefined ? what : `${what} (line ${line})`)
  }
}
