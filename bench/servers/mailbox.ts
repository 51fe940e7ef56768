/** A mail server that accepts everything, in a separate process: its work must not count as the measured process's. */
import { startMailbox } from '@gatehouse/testing/receivers'

const mailbox = await startMailbox()
process.send?.({ uri: mailbox.uri })
