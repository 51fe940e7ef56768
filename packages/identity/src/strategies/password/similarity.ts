const minimumDistance = 5
const maximumSharedPart = 0.5

/** True if a password is so close to a sign-in name that guessing the one from the other is easy. */
export function isSimilar(password: string, identifier: string): boolean {
  const [a, b] = [password.toLowerCase(), identifier.toLowerCase()]
  if (a === '' || b === '') return false
  const { distance, longestShared } = compare(a, b)
  return distance < minimumDistance || longestShared / a.length > maximumSharedPart
}

/** Levenshtein distance and the length of the longest common substring, in one pass. */
function compare(a: string, b: string): { distance: number; longestShared: number } {
  let distances = Array.from({ length: b.length + 1 }, (_, index) => index)
  let runs = Array.from({ length: b.length + 1 }, () => 0)
  let longestShared = 0
  for (let i = 1; i <= a.length; i += 1) {
    const nextDistances = [i]
    const nextRuns = [0]
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      const [left = 0, above = 0, diagonal = 0] = [nextDistances[j - 1], distances[j], distances[j - 1]]
      nextDistances.push(Math.min(left + 1, above + 1, diagonal + (same ? 0 : 1)))
      const run = same ? (runs[j - 1] ?? 0) + 1 : 0
      nextRuns.push(run)
      longestShared = Math.max(longestShared, run)
    }
    distances = nextDistances
    runs = nextRuns
  }
  return { distance: distances[b.length] ?? 0, longestShared }
}
