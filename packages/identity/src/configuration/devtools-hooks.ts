/** The developer tools' access to a service. Given in development mode only. */
export interface DevtoolsHooks {
  /** Returns the fixed code of an address; `undefined`: a random one. */
  readonly codeOf?: (address: string) => string | undefined
  /** Called once for each try to send a message. True: it fails, as if the carrier did not answer. */
  readonly failsToSend?: () => boolean
}
