import type { SentForms } from '@gatehouse/account/sent-forms'
import type { Config } from '@gatehouse/config/config'
import { shippedCatalogues } from '@gatehouse/i18n/catalogues'
import { missingFolder, type MissingCollection } from '@gatehouse/i18n/missing'
import type { Log } from '@gatehouse/platform/log'
import { createSeals } from '@gatehouse/platform/secrets'
import { keepsData } from '../data/data-folder.ts'
import { installationSecrets } from '../data/project-databases.ts'
import type { WorkerRole } from '../cluster/role.ts'

/** What is neither of a project nor of the control plane, and the same for every process that serves the installation. */
export interface Shared {
  readonly sentForms: SentForms
  /** Absent: they are not collected. */
  readonly missingTexts: MissingCollection | undefined
  close(): void
}

/** On PostgreSQL it is in the database; else forms are the primary's, and texts are files. */
export async function openShared(config: Config, role: WorkerRole, log: Log): Promise<Shared> {
  const { database: url, collectMissingTexts } = config
  if (url === undefined) {
    const texts = collectMissingTexts ? missingFolder(config.data, shippedCatalogues()) : undefined
    return { sentForms: role.sentForms, missingTexts: texts, close: () => {} }
  }
  const { openGatewayTables } = await import('../cluster/open-tables.ts')
  const { createDatabaseForms } = await import('../cluster/database-forms.ts')
  const { databaseTexts } = await import('../cluster/database-texts.ts')
  const opened: { close(): void }[] = []
  const open = (isSerial: boolean, connections: number) => {
    const database = openGatewayTables(url.reveal(), { isSerial, connections })
    opened.push(database)
    return database
  }
  // Without others nothing removes what has had its time.
  const isAmongOthers = role.isShared && keepsData(config)
  const seals = () => createSeals(installationSecrets(config).cipher)
  return {
    sentForms: isAmongOthers
      ? createDatabaseForms({ database: open(false, formConnections), seals: seals(), log })
      : role.sentForms,
    missingTexts: collectMissingTexts ? databaseTexts(open(true, 1)) : undefined,
    close: () => {
      for (const database of opened) database.close()
    },
  }
}

/** Looks and writes are short, and a form waits for nothing inside one. */
const formConnections = 3
