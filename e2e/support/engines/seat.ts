import { serverUrl } from '../api.ts'
import { patience } from '../pace.ts'

/** What runs in the page: plain code that knows nothing but its arguments. */
export type InPage<Result> = (...args: string[]) => Result

export type Key = 'Enter' | 'Tab' | 'ArrowDown' | 'Backspace'

/** How long somebody looks for what should be there. */
export const looksFor = patience(8_000)

/**
 * A page of an engine, looked at as a person does: nothing is clicked before it is there. Places are selectors of CSS, or of XPath
 * where they begin with a stroke.
 */
export abstract class Seat {
  abstract visit(url: string): Promise<void>
  abstract reload(): Promise<void>
  abstract resize(width: number, height: number): Promise<void>
  abstract evaluate<Result>(work: InPage<Result>, ...args: string[]): Promise<Result>
  /** Waits until the page says so. */
  abstract until(holds: InPage<boolean>, ...args: string[]): Promise<void>
  /** Waits until it is seen. */
  abstract see(place: string): Promise<void>
  /** Waits until nothing of it is left. */
  abstract gone(place: string): Promise<void>
  abstract click(place: string): Promise<void>
  /** Into what has the focus. */
  abstract write(text: string): Promise<void>
  abstract press(...keys: Key[]): Promise<void>
  abstract withControl(key: string): Promise<void>
  /** Pages lack this member of the window from now on. @returns once that is so, or was so before */
  abstract without(member: string): Promise<void>
  /** Uncaught exceptions, errors on the console and what the policy refused, so far. */
  abstract problems(): Promise<string[]>
  abstract picture(path: string): Promise<void>
  abstract close(): Promise<void>

  /** Goes to an address as somebody who types it, and waits until nothing is on its way. */
  async go(path: string): Promise<void> {
    await this.visit(serverUrl() + path)
    await this.waitUntilSettled()
  }

  async waitUntilSettled(): Promise<void> {
    await this.until(
      () =>
        document.querySelector('main') !== null &&
        document.getElementById('server-rendered') === null &&
        document.querySelector('[role=status][aria-label=正在加载]') === null &&
        !document.body.innerText.includes('加载中...'),
    )
  }

  async type(place: string, text: string): Promise<void> {
    await this.click(place)
    await this.write(text)
  }

  /** The words of what a selector of CSS finds. */
  async read(selector: string): Promise<string> {
    await this.see(selector)
    return this.evaluate(found => document.querySelector<HTMLElement>(found)?.innerText ?? '', selector)
  }

  /** What stands in a field, by its path. */
  async valueOf(field: string): Promise<string | undefined> {
    await this.see(field)
    return this.evaluate(path => {
      const { singleNodeValue } = document.evaluate(path, document, null, XPathResult.FIRST_ORDERED_NODE_TYPE)
      return singleNodeValue instanceof HTMLInputElement ? singleNodeValue.value : undefined
    }, field)
  }
}

/** A browser of an engine. */
export interface Engine {
  /** A page of whoever these cookies are of. */
  seat(cookies: Cookie[]): Promise<Seat>
  close(): Promise<void>
}

export interface Cookie {
  name: string
  value: string
  domain: string
  path: string
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict'
}

/** A button by its words, on the page or in the form or dialog over it. */
export const button = (words: string) => `//button[normalize-space(.)="${words}"]`
export const inDialog = {
  button: (words: string) => `//*[@role="dialog"]//button[normalize-space(.)="${words}"]`,
  field: (label: string) => `//*[@id=//*[@role="dialog"]//label[normalize-space(.)="${label}"]/@for]`,
}
export const dialog = (title: string) =>
  `//*[@role="dialog"][@aria-label="${title}" or @aria-labelledby=//*[normalize-space(.)="${title}"]/@id]`
export const menuItem = (words: string) => `//*[@role="menuitem"][normalize-space(.)="${words}"]`
export const words = (sentence: string) => `//*[normalize-space(text())="${sentence}"]`
