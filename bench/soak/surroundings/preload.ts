/**
 * Loaded by Node before the program (`--import`), in each of its processes and threads: their time is the soak's, and
 * the receiver of events has a name and an address of the public internet. The program itself does not know about it,
 * so the product has no code that could move its clock.
 */
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { readSurroundings } from './settings.ts'
import { movedDate } from './moved-date.ts'
import { createTimers } from './timers.ts'
import { nameReceiver } from './named-receiver.ts'

const { clock, receiverPort } = readSurroundings(process.env)
let offsetMs = Number(readFileSync(clock.file, 'utf8'))
globalThis.Date = movedDate(() => offsetMs)
const timers = createTimers()
globalThis.setTimeout = timers.setTimeout
globalThis.setInterval = timers.setInterval
nameReceiver(receiverPort)

// Each line is a new time of the clock; it is answered once it is set.
const socket = connect(clock.socket)
socket.unref()
socket.setEncoding('utf8')
socket.on('error', () => undefined)
let rest = ''
socket.on('data', (text: string) => {
  const lines = (rest + text).split('\n')
  rest = lines.pop() ?? ''
  for (const line of lines) {
    const next = Number(line)
    const jumpMs = next - offsetMs
    offsetMs = next
    timers.bringNearer(jumpMs)
    socket.write('there\n')
  }
})
