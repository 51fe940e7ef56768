/** What the developer tools may do to a service. Given in development mode alone. */
export interface DevtoolsHooks {
  /** The code that an address always gets; `undefined`: one from the dice. */
  readonly codeOf?: (address: string) => string | undefined
  /** Asked once for each try to hand over a message. True: it fails, as if there were no answer. */
  readonly failsToSend?: () => boolean
}
