import { QueryClient } from '@tanstack/react-query'
import { renderToString } from 'react-dom/server'
import { StaticFrame } from './app/firstPage/StaticFrame.tsx'
import { homePath } from './app/guard/paths.ts'
import HomePage from './features/home/HomePage.tsx'
import { type FirstAnswers, keepAnswers } from './firstAnswers.ts'
import { Product } from './Product.tsx'

/**
 * Renders 首页 as the browser will, on the server: seen before the browser has the code
 * (docs/decisions/0014).
 */
export function renderFirstPage(answers: FirstAnswers): string {
  const client = new QueryClient()
  keepAnswers(client, answers)
  return renderToString(
    <Product>
      <StaticFrame path={homePath} me={answers.me} client={client}>
        <HomePage />
      </StaticFrame>
    </Product>,
  )
}
