import { noteAddress } from '@gatehouse/design/browser'
import { Children, cloneElement, isValidElement, type ReactElement, type ReactNode } from 'react'
import { Scripts } from 'react-router'
import { nameHistoryEntry } from './scroll-on-return.tsx'

interface ScriptProps {
  readonly rel?: string
  readonly href?: string
  readonly type?: string | undefined
  readonly async?: boolean
  readonly nonce?: string
  readonly children?: ReactNode
  readonly dangerouslySetInnerHTML?: { readonly __html: string }
}

/**
 * React Router's scripts, which start once the page has been painted. The form works without them, and reading 130 KB
 * of script first would keep it from the screen: on a fast network twice as long as the page itself takes.
 */
export function ScriptsAfterPaint() {
  // oxlint-disable-next-line react/capitalized-calls -- what it draws is changed before it is drawn
  const all = flatten(Scripts({}))
  const modules = all.flatMap(({ props: { rel, href } }) =>
    rel === 'modulepreload' && href !== undefined ? [href] : [],
  )
  return <>{all.map((script) => (isModule(script) ? delayed(script, modules) : kept(script)))}</>
}

/** The text of a module that does not run yet, and the few lines that do, after the next paint. */
function delayed(module: ReactElement<ScriptProps>, modules: readonly string[]): ReactNode {
  const later = { key: 'later', type: 'text/plain', async: false, 'data-modules': modules.join(' ') }
  const starter = { key: 'starter', type: undefined, async: false, dangerouslySetInnerHTML: { __html: start } }
  const old = { key: 'old', type: undefined, async: false, dangerouslySetInnerHTML: { __html: markOld } }
  return [cloneElement(module, old), cloneElement(module, later), cloneElement(module, starter)]
}

// A browser without modules runs none of what follows: parts that need script stay hidden, as without script.
const markOld = `'noModule'in document.createElement('script')||document.documentElement.setAttribute('data-no-modules','')`

// Modules that others import are fetched beside them, not after them. Parsed content is not on the screen when the next
// frame begins, nor when that one is drawn: the browser reports when it is. If it cannot, the script waits for some
// frames. Held scripts (see `holdScripts`) are complete once the page has been read; an injected script has no nonce.
const start = `(({nonce,previousElementSibling:later},frame=requestAnimationFrame,Paints=window.PerformanceObserver)=>{
${noteAddress};
const begin=()=>setTimeout(()=>{
${nameHistoryEntry};
const add=(tag,more)=>document.head.append(Object.assign(document.createElement(tag),{nonce},more));
const held=()=>[...document.querySelectorAll('script[data-held]')].filter(script=>script.nonce===nonce);
const run=()=>{for(const {textContent} of held())add('script',{textContent});add('script',{type:'module',textContent:later.textContent})};
for(const href of later.dataset.modules.split(' '))add('link',{rel:'modulepreload',href});
if(held().length&&document.readyState==='loading')addEventListener('DOMContentLoaded',run);else run()});
if(!Paints?.supportedEntryTypes?.includes('paint'))return frame(()=>frame(begin));
const eyes=new Paints(seen=>{if(seen.getEntriesByName('first-contentful-paint')[0])eyes.disconnect(begin())});
eyes.observe({type:'paint',buffered:true})})(document.currentScript)`

function flatten(node: ReactNode): readonly ReactElement<ScriptProps>[] {
  return Children.toArray(node)
    .filter((child) => isValidElement<ScriptProps>(child))
    .flatMap((child) => (child.props.children === undefined ? [child] : flatten(child.props.children)))
}

function isModule({ type, props }: ReactElement<ScriptProps>): boolean {
  return type === 'script' && props.type === 'module'
}

function kept(script: ReactElement<ScriptProps>): ReactNode {
  return script.props.rel === 'modulepreload' ? null : script
}
