import { JsonnetFault } from '../../../jsonnet.ts'

/** Why a program cannot be read or does not come to a result. */
export class ProgramFault extends JsonnetFault {
  constructor(what: string, line?: number) {
    super(line === undefined ? what : `${what} (line ${line})`)
  }
}
