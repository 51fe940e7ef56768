import type { SentForms } from '@gatehouse/account/sent-forms'
import type { Config } from '@gatehouse/config/config'
import { shippedCatalogues } from '@gatehouse/i18n/catalogues'
import { missingFolder, type MissingCollection } from '@gatehouse/i18n/missing'
import type { Log } from '@gatehouse/platform/log'
import { createSeals } from '@gatehouse/platform/secrets'
import { keepsData } from '../data/data-folder.ts'
import { installationSecrets } from '../data/project-databases.ts'
import type { WorkerRole } from '../cluster/role.ts'

/** The parts of neither a project nor the control plane, the same in every process that serves the installation. */
export interface Shared {
  readonly sentForms: SentForms
  /** Absent: they are not collected. */
  readonly missingTexts: MissingCollection | undefined
  close(): void
}

/** Opens the shared stores: with PostgreSQL in the database; otherwise forms are in the primary, and texts in files. */
export async function openShared(config: Config, role: WorkerRole, log: Log): Promise<Shared> {
  const { database: url, collectMissingTexts } = config
  if (url === undefined) {
    const texts = collectMissingTexts ? missingFolder(config.data, shippedCatalogues()) : undefined
    return { sentForms: role.sentForms, missingTexts: texts, close: () => {} }
  }
  const { openGatewayTables } = await import('../cluster/open-tables.ts')
  const { createDatabaseSentForms } = await import('../cluster/database-forms.ts')
  const { databaseTexts } = await import('../cluster/database-texts.ts')
  const opened: { close(): void }[] = []
  const open = (isSerial: boolean, connections: number) => {
    const database = openGatewayTables(url.reveal(), { isSerial, connections })
    opened.push(database)
    return database
  }
  // Without other gateways, expired rows are not removed.
  const isInCluster = role.isShared && keepsData(config)
  const seals = () => createSeals(installationSecrets(config).cipher)
  return {
    sentForms: isInCluster
      ? createDatabaseSentForms({ database: open(false, formConnections), seals: seals(), log })
      : role.sentForms,
    missingTexts: collectMissingTexts ? databaseTexts(open(true, 1)) : undefined,
    close: () => {
      for (const database of opened) database.close()
    },
  }
}

/** Reads and writes are short, and no form waits inside one. */
const formConnections = 3
