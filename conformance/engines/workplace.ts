import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@gatehouse/testing/processes'
import { startMailbox } from '@gatehouse/testing/receivers'
import { createTokenKeys } from '@gatehouse/testing/providers'
import type { ProfileId } from '../profiles/profile.ts'
import type { Surroundings } from './engine.ts'
import { startHookReceiver } from './hook-receiver.ts'
import { startOAuth2Server } from './oauth2-server.ts'
import { startProvider } from './provider.ts'
import { writeConfiguration } from '../profiles/write-configuration.ts'

/** The parts that every engine needs before it starts. */
export interface Workplace extends Surroundings {
  readonly folder: string
  readonly configFile: string
  /** The parts of it that the running engine shows to the suite. */
  readonly surroundings: Surroundings
  remove(): Promise<void>
}

/** Profiles with accounts at a provider. */
const hasProvider: readonly ProfileId[] = ['providers', 'provider-kinds', 'transfer']

/** Takes ports, a folder and a mailbox, and writes the configuration. `database` names the data source in a folder. */
export async function openWorkplace(
  profile: ProfileId,
  database: (folder: string) => string | Promise<string>,
): Promise<Workplace> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-conformance-'))
  const mailbox = await startMailbox()
  const [publicPort, adminPort] = await freePorts(2)
  if (publicPort === undefined || adminPort === undefined) throw new Error('no ports are free')
  const publicUrl = `http://127.0.0.1:${publicPort}`
  const oauth2 = profile === 'oauth2' ? await startOAuth2Server() : undefined
  const hooks = profile === 'hooks' || profile === 'messages' ? await startHookReceiver() : undefined
  const tokenKeys = profile === 'hooks' ? await createTokenKeys() : undefined
  const provider = hasProvider.includes(profile) ? await startProvider(publicUrl) : undefined
  const deployment = {
    folder,
    publicPort,
    adminPort,
    database: await database(folder),
    smtp: mailbox.uri,
    ...(provider && { issuer: provider.issuer }),
    ...(oauth2 && { oauth2: oauth2.adminUrl }),
    ...(hooks && { hooks: hooks.url }),
    ...(tokenKeys && { tokenKeys: tokenKeys.document }),
  }
  const adminUrl = `http://127.0.0.1:${adminPort}`
  const surroundings = { publicUrl, adminUrl, mailbox, oauth2, hooks, tokenKeys }
  return {
    ...surroundings,
    surroundings,
    folder,
    configFile: await writeConfiguration(profile, deployment),
    async remove() {
      await mailbox.close()
      await provider?.stop()
      await oauth2?.stop()
      await hooks?.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
