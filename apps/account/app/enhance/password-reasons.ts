/**
 * Why a password is easy to guess, by the name of the library that judges it: those with a text of their own (namespace
 * `password`, `reason.{name}`). The library has more, which say the same.
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
