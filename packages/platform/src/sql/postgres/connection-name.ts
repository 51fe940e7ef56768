let name = 'gatehouse'

/** Sets this process's role in the `application_name` of its later connections to PostgreSQL. */
export function nameConnections(role: string): void {
  name = `gatehouse ${role} ${process.pid}`
}

/** Returns the `application_name` of this process, as `pg_stat_activity` shows it. */
export function connectionName(): string {
  return name
}
