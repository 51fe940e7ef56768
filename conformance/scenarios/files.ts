import { openLogin } from './login/open-login.ts'
import { passwordLogin } from './login/password-login.ts'
import type { ScenarioFile } from './scenario.ts'

/** The table of scenario files, in reading order. */
export const files: readonly ScenarioFile[] = [openLogin, passwordLogin]
