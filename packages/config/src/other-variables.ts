/** TABLE: variables that tests and tools of this repository read, and that are no settings. */
export const toolVariables: readonly string[] = [
  'GATEHOUSE_CHROMIUM',
  'GATEHOUSE_ENGINES',
  'GATEHOUSE_LANE',
  'GATEHOUSE_SHARD',
  'GATEHOUSE_TALLY',
  'GATEHOUSE_TESTED',
  'GATEHOUSE_TESTED_DATABASE',
  'GATEHOUSE_TESTED_PEOPLE',
  'GATEHOUSE_TEST_DEADLINE',
  'GATEHOUSE_TEST_PROGRESS_SECONDS',
  'GATEHOUSE_TEST_REPORT',
]

/**
 * TABLE: variables that Kubernetes puts into each container of a namespace with a service that is called `gatehouse`, or
 * `gatehouse-…`. Those that are called as a setting of a port may be are known by their value, which is an address instead of a number.
 */
const ofServices: readonly (readonly [name: RegExp, value: RegExp])[] = [
  [/_SERVICE_(?:HOST$|PORT(?:$|_[A-Z0-9]))/, /./],
  [/_PORT$/, /^(?:tcp|udp|sctp):/],
  [/_PORT_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?$/, /./],
]

/** Returns whether a variable that begins like a setting belongs to another program than Gatehouse. */
export function isForeignVariable(name: string, value: string): boolean {
  return ofServices.some(([ofName, ofValue]) => ofName.test(name) && ofValue.test(value))
}
