/** Events of people's accounts. */
export type { EventActor, EventClient, EventEnvelope, EventReader, EventSource, SignInBucket } from '../event.ts'
