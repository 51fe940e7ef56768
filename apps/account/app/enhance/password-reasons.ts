/**
 * The reasons why a password is easy to guess, by the names of the library that judges it: those with an own text
 * (namespace `password`, `reason.{name}`). The library has more, which mean the same.
 */
export const reasons = [
  'straightRow',
  'keyPattern',
  'simpleRepeat',
  'extendedRepeat',
  'sequences',
  'recentYears',
  'dates',
  'topTen',
  'topHundred',
  'common',
  'similarToCommon',
  'wordByItself',
  'namesByThemselves',
  'commonNames',
  'userInputs',
] as const
