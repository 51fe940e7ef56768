import { RefusalError } from './answer.ts'

/** The seconds after which a retry is useful: most of the queue is done by then. */
const retryAfterSeconds = 5

/** The queue of one kind of work is full in this project; the request had no effect. 503 with `Retry-After`. */
export class BusyRefusal extends RefusalError {
  constructor(reason: string) {
    super({ code: 503, reason, headers: { 'retry-after': String(retryAfterSeconds) } })
  }
}
