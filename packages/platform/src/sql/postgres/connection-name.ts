let name = 'gatehouse'

/** Says what this process does, for `application_name` of its connections to PostgreSQL from now on. */
export function nameConnections(role: string): void {
  name = `gatehouse ${role} ${process.pid}`
}

/** The `application_name` of this process, as `pg_stat_activity` shows it. */
export function connectionName(): string {
  return name
}
