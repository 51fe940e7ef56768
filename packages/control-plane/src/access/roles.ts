/** What somebody may do at a place, strongest first. Source: the member model of the field's project API. */
export const roles = ['owner', 'developer', 'viewer'] as const
export type Role = (typeof roles)[number]

/** The stronger of two roles; none is the weakest. */
export function stronger(one: Role | undefined, other: Role | undefined): Role | undefined {
  return roles.find((role) => role === one || role === other)
}
