import { roles, type Role } from '@gatehouse/contract/operators'

/** Returns the stronger of two roles; undefined is the weakest. */
export function stronger(one: Role | undefined, other: Role | undefined): Role | undefined {
  return roles.find((role) => role === one || role === other)
}
