import { RefusalError } from './answer.ts'

/** Seconds after which it is worth trying again: most of what waits is done by then. */
const retryAfterSeconds = 5

/** Too much of one kind of work is waiting in this project; nothing of the request was done. 503 with `Retry-After`. */
export class BusyRefusal extends RefusalError {
  constructor(reason: string) {
    super({ code: 503, reason, headers: { 'retry-after': String(retryAfterSeconds) } })
  }
}
