const focus = /:focus(?:-visible)?(?![\w-])/g

/**
 * Repeats every rule about focus for `[data-focus]`, so that many controls can show at once how they look with focus.
 * The rules are those of the page itself, so this is the look that people get.
 */
export function drawFocus(sheets: Iterable<CSSStyleSheet>): void {
  for (const sheet of sheets) repeatRules(sheet)
}

function repeatRules(owner: CSSStyleSheet | CSSGroupingRule): void {
  const rules = [...owner.cssRules]
  for (const [index, rule] of [...rules.entries()].toReversed()) {
    if (rule instanceof CSSStyleRule && rule.selectorText.match(focus)) {
      owner.insertRule(rule.cssText.replaceAll(focus, '[data-focus]'), index + 1)
    } else if (rule instanceof CSSGroupingRule) {
      repeatRules(rule)
    }
  }
}
