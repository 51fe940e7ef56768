/** The one log of services and gateway. */
export { consoleLog, type Log } from '../log.ts'
