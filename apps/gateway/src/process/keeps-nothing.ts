import { processEnvironment } from '@gatehouse/config/config'
import { loadDsn } from '@gatehouse/identity/configuration'

/** Whether a kratos.yml has everything in memory. One that cannot be read says nothing of the kind. */
export async function keepsNothing(kratosFile: string): Promise<boolean> {
  return loadDsn(kratosFile, { env: processEnvironment() }).then(
    (dsn) => dsn === 'memory',
    () => false,
  )
}
