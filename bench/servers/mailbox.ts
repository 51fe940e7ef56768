/** A mail server that takes everything, in a process of its own: its work must not count as the measured process's. */
import { startMailbox } from '@gatehouse/testing/receivers'

const mailbox = await startMailbox()
process.send?.({ uri: mailbox.uri })
