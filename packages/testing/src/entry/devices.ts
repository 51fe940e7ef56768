/** The devices of a person: an authenticator, a TOTP app, a clock that moves. */
export {
  createAuthenticator,
  type Authenticator,
  type CreateQuestion,
  type GetQuestion,
  type Twist,
} from '../authenticator.ts'
export { movableClock, type MovableClock } from '../clock.ts'
export { totpCode, wrongTotpCode } from '../totp-app.ts'
