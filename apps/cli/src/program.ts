import { Command } from 'commander'
import { readFileSync } from 'node:fs'
import { archiveCommand } from './commands/archive.ts'
import { backupCommand } from './commands/backup.ts'
import { brandCommand } from './commands/brand.ts'
import { checkCommand } from './commands/check.ts'
import { completionCommand } from './commands/completion.ts'
import { databaseCommand } from './commands/database.ts'
import { exportCommand } from './commands/export.ts'
import { identityCommand } from './commands/identity.ts'
import { importCommand } from './commands/import.ts'
import { jobsCommand } from './commands/jobs.ts'
import { keysCommand } from './commands/keys.ts'
import { localesCommand } from './commands/locales.ts'
import { loginCommand } from './commands/login.ts'
import { logoutCommand } from './commands/logout.ts'
import { mailCommand } from './commands/mail.ts'
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

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** `gatehouse version`: as `--version`. */
function versionCommand(): Command {
  return new Command('version').description('print the version').action(() => console.log(version))
}

/** Creates the program with every command and its options. Nothing of it runs before it parses a command line. */
export function createProgram(): Command {
  return new Command('gatehouse')
    .description('Runs Gatehouse, and signs in from a terminal.')
    .version(version)
    .addCommand(startCommand())
    .addCommand(checkCommand())
    .addCommand(identityCommand())
    .addCommand(exportCommand())
    .addCommand(importCommand())
    .addCommand(jobsCommand())
    .addCommand(mailCommand())
    .addCommand(brandCommand())
    .addCommand(localesCommand())
    .addCommand(resetCommand())
    .addCommand(seedCommand())
    .addCommand(snapshotCommand())
    .addCommand(secretsCommand())
    .addCommand(keysCommand())
    .addCommand(databaseCommand())
    .addCommand(archiveCommand())
    .addCommand(backupCommand())
    .addCommand(loginCommand())
    .addCommand(registerCommand())
    .addCommand(whoamiCommand())
    .addCommand(sessionsCommand())
    .addCommand(settingsCommand())
    .addCommand(recoverCommand())
    .addCommand(verifyCommand())
    .addCommand(logoutCommand())
    .addCommand(completionCommand())
    .addCommand(versionCommand())
}
