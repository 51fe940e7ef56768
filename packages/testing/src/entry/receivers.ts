/** Receivers of mails, events and topics. */
export { createReceiver, type Receiver, type Reply } from '../event-receiver.ts'
export { startMailbox, type Mailbox, type ReceivedMail } from '../mailbox.ts'
export { moto } from '../engines.ts'
export { startMoto, type Moto } from '../moto-process.ts'
export { motoTopics } from '../moto-topics.ts'
