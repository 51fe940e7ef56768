export { decide, guard, type Decision, type Demand, type Verdict } from './guard.ts'
export { nameOf, type Session, type SessionResult } from './session.ts'
export { createSessions, type Sessions, type SessionsOptions, type SignInWish } from './sessions.ts'
export { createTokens, type TokenResult, type TokensOptions } from './tokens.ts'
