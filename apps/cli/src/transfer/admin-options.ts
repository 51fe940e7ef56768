import type { Command } from 'commander'

/** Options of commands that speak with an admin API. */
export interface AdminOptions {
  readonly adminUrl?: string
  readonly adminKeyFile?: string
  readonly data?: string
  readonly plainHttp?: true
}

/** Adds them to a command. */
export function withAdminOptions(command: Command): Command {
  return command
    .option('--admin-url <url>', 'the admin API (default: the one of the configuration)')
    .option('--admin-key-file <file>', 'holds the key of that admin API (default: the key of the configuration)')
    .option('--data <folder>', 'a data folder instead, while no Gatehouse runs on it')
    .option('--plain-http', 'allow http:// beyond this machine: anybody on the way can read every hash')
}
