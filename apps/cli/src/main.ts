import { Command } from 'commander'
import { IdentityServiceUnreachable } from '@gatehouse/client/client'
import { ConfigError } from '@gatehouse/config/config'
import { CommandFailure } from './command-failure.ts'
import { brandCommand } from './commands/brand.ts'
import { databaseCommand } from './commands/database.ts'
import { exportCommand } from './commands/export.ts'
import { identityCommand } from './commands/identity.ts'
import { importCommand } from './commands/import.ts'
import { jobsCommand } from './commands/jobs.ts'
import { localesCommand } from './commands/locales.ts'
import { loginCommand } from './commands/login.ts'
import { logoutCommand } from './commands/logout.ts'
import { recoverCommand } from './commands/recover.ts'
import { registerCommand } from './commands/register.ts'
import { resetCommand } from './commands/reset.ts'
import { secretsCommand } from './commands/secrets.ts'
import { sessionsCommand } from './commands/sessions.ts'
import { settingsCommand } from './commands/settings.ts'
import { seedCommand } from './commands/seed.ts'
import { snapshotCommand } from './commands/snapshot.ts'
import { startCommand } from './commands/start.ts'
import { verifyCommand } from './commands/verify.ts'
import { whoamiCommand } from './commands/whoami.ts'

const program = new Command('gatehouse')
  .description('Runs Gatehouse, and signs in from a terminal.')
  .addCommand(startCommand())
  .addCommand(identityCommand())
  .addCommand(exportCommand())
  .addCommand(importCommand())
  .addCommand(jobsCommand())
  .addCommand(brandCommand())
  .addCommand(localesCommand())
  .addCommand(resetCommand())
  .addCommand(seedCommand())
  .addCommand(snapshotCommand())
  .addCommand(secretsCommand())
  .addCommand(databaseCommand())
  .addCommand(loginCommand())
  .addCommand(registerCommand())
  .addCommand(whoamiCommand())
  .addCommand(sessionsCommand())
  .addCommand(settingsCommand())
  .addCommand(recoverCommand())
  .addCommand(verifyCommand())
  .addCommand(logoutCommand())
  .showHelpAfterError()

try {
  await program.parseAsync()
} catch (error) {
  if (!isForPeople(error)) throw error
  console.error(error.message)
  process.exitCode = 1
}

/** What the person at the terminal can mend; a stack would only hide it. */
function isForPeople(error: unknown): error is Error {
  if (error instanceof CommandFailure || error instanceof IdentityServiceUnreachable) return true
  // Files and folders: no permission, no space, not there.
  return error instanceof ConfigError || (error instanceof Error && 'syscall' in error && 'path' in error)
}
