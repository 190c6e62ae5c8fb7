export default function ParamsPage() {
  return null
}
