import { Argument } from 'commander'
import { CommandFailure } from '../command-failure.ts'
import { collectField } from '../given-fields.ts'
import { nativeCommand, nativeContext, requireToken, type NativeOptions } from '../native-command.ts'
import { addBackupCodes, addTotp, removeFactor, revealBackupCodes } from '../second-factors.ts'
import { groupsOf, openSettings, saveGroup } from '../settings-flow.ts'
import { readStandardInput, terminal } from '../terminal.ts'

type Part = 'profile' | 'password' | 'totp' | 'lookup_secret'

interface SettingsOptions extends NativeOptions {
  readonly field: ReadonlyMap<string, string>
  readonly passwordStdin?: true
  readonly flow?: string
  readonly remove?: true
  readonly reveal?: true
}

/** `gatehouse settings`: shows an account and its changeable parts; changes one of them. */
export function settingsCommand() {
  return nativeCommand('settings', 'look at your account, or change a part of it')
    .addArgument(new Argument('[part]', 'what to change').choices(['profile', 'password', 'totp', 'lookup_secret']))
    .option('--field <name=value>', 'answer a question beforehand', collectField, new Map<string, string>())
    .option('--password-stdin', 'read the new password from standard input')
    .option('--flow <id>', 'go on with a flow that was begun before')
    .option('--remove', 'remove the authenticator app, or the recovery codes')
    .option('--reveal', 'show the recovery codes')
    .action(async (part: Part | undefined, options: SettingsOptions) => {
      const context = nativeContext(options)
      const { client, print, localize, service } = context
      const conversation = terminal()
      const session = { client, sessionToken: await requireToken(context), conversation, localize }
      const given = new Map(options.field)
      if (options.passwordStdin === true) given.set('password', await readStandardInput())
      if (options.remove === true && part !== 'totp' && part !== 'lookup_secret') {
        throw new CommandFailure('--remove is for totp and lookup_secret.', { kind: 'usage' })
      }
      if (options.reveal === true && part !== 'lookup_secret')
        throw new CommandFailure('--reveal is for lookup_secret.', { kind: 'usage' })
      const flow = await openSettings(session, options.flow)
      if (part === undefined) {
        const { id, traits } = flow.identity
        print(flow, `${id} ${JSON.stringify(traits)}\nCan be changed: ${groupsOf(flow).join(', ')}`)
      } else if (options.remove === true && (part === 'totp' || part === 'lookup_secret')) {
        print(await removeFactor(session, flow, part), `Removed: ${part}.`)
      } else if (part === 'lookup_secret') {
        const codes =
          options.reveal === true ? await revealBackupCodes(session, flow) : await addBackupCodes(session, flow)
        print({ codes }, codes.join('\n'))
      } else if (part === 'totp') {
        print(
          await addTotp(session, flow, { given, issuer: new URL(service).hostname }),
          'The authenticator app is set up.',
        )
      } else {
        print(await saveGroup(session, flow, part, given), `Saved: ${part}.`)
      }
    })
}
